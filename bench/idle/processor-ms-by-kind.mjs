import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const tickMs = 10

const readProcess = (id) => {
  try {
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(11, 13)
    return { id, command, parent: fields[1], ownMs: (Number(user) + Number(system)) * tickMs }
  } catch {
    return undefined
  }
}

/** Processor time of a running program and of its ClickHouse, in milliseconds. */
export const processorMsByKind = (programId) => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readProcess(id) ?? [])
  const below = (parent) =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.id)])
  const program = processes.find(({ id }) => id === String(programId))
  const children = below(String(programId))
  const clickhouse = children.filter(({ command }) => command.includes('engine-process'))
  return {
    program: program?.ownMs ?? 0,
    clickhouse: clickhouse.reduce((sum, { ownMs }) => sum + ownMs, 0),
  }
}
