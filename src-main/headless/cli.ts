import { runCommandLine } from './command-line.ts';

const { stdin, stdout, stderr, env, platform } = process;
// npm runs scripts in the project's folder, and sets INIT_CWD to where the command was typed.
const cwd = env['INIT_CWD'] ?? process.cwd();
process.exitCode = await runCommandLine(process.argv.slice(2), { stdin, stdout, stderr, env, platform, cwd });
