import { answerParent, LOADED, type Reply } from './ipc.ts';

// `host.ts <module>`: a process around one module of the bench, whose exported functions the parent calls.
const [, , file] = process.argv;
if (!file) throw new Error('use: host.ts <module>');
const module: Record<string, (...args: unknown[]) => unknown> = await import(file);
answerParent({
  call(name: string, ...args: unknown[]) {
    const exported = module[name];
    if (!exported) throw new Error(`${file} exports no ${name}`);
    return exported(...args);
  },
});
process.send?.({ id: LOADED } satisfies Reply);
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
