/**
 * Milliseconds of processor time that this process uses for the work. Time in which the machine stands still or works
 * for others does not count.
 */
export const countCpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
