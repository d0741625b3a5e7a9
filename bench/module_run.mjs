// `flipside bench` as WebAssembly, in Node or in a worker of a browser: the few calls of the system that it makes.

/**
 * Runs it and returns what it printed. `processor` says how many seconds of processor time this thread has used; it is asked at most
 * once per `pause` milliseconds, since asking takes time, too.
 */
export async function runBench(compiled, args, processor, pause) {
  let memory;
  let printed = '';
  let asked = -Infinity;
  let used = 0;
  const view = () => new DataView(memory.buffer);
  const encoded = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  const system = {
    args_sizes_get(count, size) {
      view().setUint32(count, args.length, true);
      view().setUint32(size, encoded.reduce((sum, arg) => sum + arg.length, 0), true);
      return 0;
    },
    args_get(places, room) {
      for (const [i, arg] of encoded.entries()) {
        view().setUint32(places + 4 * i, room, true);
        new Uint8Array(memory.buffer, room).set(arg);
        room += arg.length;
      }
      return 0;
    },
    clock_time_get(_clock, _precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    flip_processor_seconds() {
      if (performance.now() - asked >= pause) {
        used = processor();
        asked = performance.now();
      }
      return used;
    },
    random_get: (out, length) => (crypto.getRandomValues(new Uint8Array(memory.buffer, out, length)), 0),
    fd_write(_fd, parts, count, out) {
      let written = 0;
      for (let i = 0; i < count; i++) {
        const [at, length] = [view().getUint32(parts + 8 * i, true), view().getUint32(parts + 8 * i + 4, true)];
        printed += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
        written += length;
      }
      view().setUint32(out, written, true);
      return 0;
    },
    proc_exit() {
      throw new Error('exit');
    },
  };
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled))
    (imports[module] ??= {})[name] = system[name] ?? (module === 'env' ? () => 0 : () => 8); // what is left open is not measured
  const instance = await WebAssembly.instantiate(compiled, imports);
  memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (error.message !== 'exit') throw error;
  }
  return printed;
}
