/** How often other work had its turn while something was done. Of what is done in one go, 0. */
export async function turnsTaken<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isOn = true;
  const count = () => {
    turns += 1;
    if (isOn) setImmediate(count);
  };
  setImmediate(count);
  try {
    const result = await work();
    return { turns, result };
  } finally {
    isOn = false;
  }
}
