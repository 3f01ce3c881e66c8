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

/** Processor time of everything that this process has started, in milliseconds. */
export const processorMsOfChildren = () => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readProcess(id) ?? [])
  const sumBelow = (parent) =>
    processes
      .filter((one) => one.parent === parent)
      .reduce((sum, one) => sum + one.ms + sumBelow(one.id), 0)
  return sumBelow(String(process.pid))
}
