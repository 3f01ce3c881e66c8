// Runs ClickHouse inside this process, a child of the program. Plain JavaScript, because the bundle uses it too.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DataType, isNullPointer, load, open, restorePointer, wrapPointer } from 'ffi-rs'

const [folder, httpPort, nativePort] = process.argv.slice(2)
const holdingPipe = join(folder, `hold-${process.pid}`)
const hungMilliseconds = 8_000

execFileSync('mkfifo', ['-m', '600', holdingPipe], { stdio: 'ignore' })

// The last query reads the pipe to its end: the engine runs until the pipe is closed.
const queries = [
  'SYSTEM START LISTEN HTTP',
  ...(nativePort === undefined ? [] : ['SYSTEM START LISTEN TCP']),
  `SELECT count() FROM file('${holdingPipe.replaceAll(/['\\]/g, '\\$&')}', 'LineAsString', 'line String') FORMAT Null`,
]
const commandLine = [
  'clickhouse',
  `--path=${join(folder, 'store')}`,
  `--config-file=${join(folder, 'config.xml')}`,
  `--http_port=${httpPort}`,
  ...(nativePort === undefined ? [] : [`--tcp_port=${nativePort}`]),
  '--listen_host=127.0.0.1',
  '--query',
  queries.join('; '),
]

let isEnding = false

/** A normal exit waits for threads of the library, possibly forever. */
function leave() {
  rmSync(holdingPipe, { force: true })
  process.kill(process.pid, 'SIGKILL')
}
process.on('uncaughtException', (error) => {
  say(error.stack)
  leave()
})

/** No process reads this when the program was killed. */
function say(line) {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // The message was only for the program.
  }
}

/** Shuts the engine down cleanly: the reader of the pipe sees its end once a writer opened and closed it. */
function end() {
  if (isEnding) return
  isEnding = true
  setInterval(() => {
    try {
      closeSync(openSync(holdingPipe, constants.O_WRONLY | constants.O_NONBLOCK))
    } catch {
      // The pipe has no reader yet: the engine is still starting.
    }
  }, 25)
  // Everything acknowledged is on disk, so a hanging engine may be killed.
  setTimeout(leave, hungMilliseconds)
}

// The program holds the other end of stdin; it closes when the program ends, for whatever reason.
process.stdin.resume()
process.stdin.on('end', end)
process.stdin.on('error', end)
process.on('SIGINT', end)
process.on('SIGTERM', end)

function callEngine(name, types, values, runInNewThread) {
  return load({
    library: 'clickhouse',
    funcName: name,
    retType: DataType.External,
    paramsType: types,
    paramsValue: values,
    runInNewThread,
  })
}

open({ library: 'clickhouse', path: libraryPath() })
const result = await callEngine(
  'chdb_query_cmdline',
  [DataType.I32, DataType.StringArray],
  [commandLine.length, commandLine],
  true,
)
const problem = callEngine('chdb_result_error', [DataType.External], [result], false)
if (!isNullPointer(problem)) {
  const pointers = wrapPointer([problem])
  say(restorePointer({ retType: [DataType.String], paramsValue: pointers })[0])
}
leave()

function libraryPath() {
  const suffix = process.platform === 'linux' ? '-gnu' : ''
  const name = `@chdb/lib-${process.platform}-${process.arch}${suffix}`
  const packageFolder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const files = ['libchdb.so', 'libchdb.dylib'].map((file) => join(packageFolder, file))
  const file = files.find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Error(`${name} holds no engine.`)
  return file
}
