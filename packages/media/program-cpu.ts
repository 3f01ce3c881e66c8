import { readdir, readFile } from 'node:fs/promises'

/** Of the times in /proc: the same on every Linux that Node runs on. */
const ticksPerSecond = 100

const readProcess = async (processId: number) => {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces; state and parent follow it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [, parent] = fields
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? { processId, parent: Number(parent), ticks } : undefined
}

/** Of a program and all that it has started; undefined where the system does not say it. */
export const readCpuSeconds = async (processId: number | undefined) => {
  const names = await readdir('/proc').catch(() => [])
  const ids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = (await Promise.all(ids.map(readProcess))).flatMap((one) => one ?? [])
  const root = found.find((one) => one.processId === processId)
  if (!root) return undefined
  const family = [root]
  // Guards start the program as their child. The list grows while it is walked.
  for (const { processId: parent } of family)
    family.push(...found.filter((one) => one.parent === parent))
  return family.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond
}
