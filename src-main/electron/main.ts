import { app, dialog } from 'electron';
import { StartError } from '../app/start-error.ts';
import { registerAppScheme } from './app-protocol.ts';
import { runDesktop } from './desktop.ts';
import { parseDesktopOptions } from './desktop-options.ts';
import { hardenApp } from './hardening.ts';
import { startService } from './service.ts';

// Schemes and the sandbox can only be set before the app is ready, so nothing is awaited above them.
registerAppScheme();
app.enableSandbox();
hardenApp(app);

if (app.requestSingleInstanceLock()) await start();
else app.exit(0);

async function start(): Promise<void> {
  try {
    const options = parseDesktopOptions(process.argv.slice(1), process);
    const [service] = await Promise.all([startService(options), app.whenReady()]);
    await runDesktop(service);
  } catch (error) {
    const isExpected = error instanceof StartError;
    if (!isExpected) console.error(error);
    dialog.showErrorBox('Keepfold cannot start', isExpected ? error.message : String(error));
    app.exit(isExpected ? error.exitCode : 1);
  }
}
