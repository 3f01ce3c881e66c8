import { readFileSync, readdirSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const tickMs = 10

const readProcess = (id) => {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Its own time, and that of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { id, parent: fields[1], ms: ticks * tickMs }
  } catch {
    return undefined
  }
}

const readProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readProcess(id) ?? [])

/** Processor time of everything that this process has started, in milliseconds. */
export const processorMsOfChildren = () => {
  const processes = readProcesses()
  const sumBelow = (parent) =>
    processes
      .filter((one) => one.parent === parent)
      .reduce((sum, one) => sum + one.ms + sumBelow(one.id), 0)
  return sumBelow(String(process.pid))
}

/** Processor time of programs that this process has started and that have ended, in milliseconds. */
export const processorMsOfEnded = () => {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * tickMs
}

const isEngine = ({ id }) => {
  try {
    return /clickhouse|postgres/i.test(readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')[0])
  } catch {
    return false
  }
}

/** Processor time of a program with all that it has started, and of its databases apart from it, in milliseconds. */
export const processorMsOfProgram = (pid) => {
  const processes = readProcesses()
  const childrenOf = (parent) => processes.filter((one) => one.parent === parent)
  const sum = (one) => childrenOf(one.id).reduce((ms, child) => ms + sum(child), one.ms)
  const engines = (one) =>
    childrenOf(one.id).reduce(
      (ms, child) => ms + (isEngine(child) ? sum(child) : engines(child)),
      0,
    )
  const root = processes.find(({ id }) => id === String(pid))
  const ofEngines = root ? engines(root) : 0
  return { program: (root ? sum(root) : 0) - ofEngines, engines: ofEngines }
}
