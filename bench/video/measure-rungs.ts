import { readFileSync } from 'node:fs'
import { encodeSegment } from '@playhead/media/segments/segments.ts'
import { copyRung, encodeRung } from '@playhead/media/segments/whole-rungs.ts'
import { withPlanned, type Row } from './measure-file.ts'

const ticksPerSecond = 100

/** CPU seconds of finished child processes of this process. */
function childSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name in brackets may contain spaces; user and system time of children are fields 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

const figure = (value: number) => value.toFixed(value < 10 ? 2 : 0)

/** Cost of each rendition for a minute of video, and of a single segment made on demand. */
export const measureRungs = async (file: string): Promise<Row[]> => {
  const rows: Row[] = []
  await withPlanned(file, true, async (source, media) => {
    const before = process.cpuUsage()
    await copyRung(media, source)
    const { user, system } = process.cpuUsage(before)
    rows.push(['Copied rung, a minute', `${figure((user + system) / 1e6)} s of one core`])
  })
  await withPlanned(file, false, async (source, media) => {
    for (const { name } of source.map.video?.rungs ?? []) {
      const single = performance.now()
      await encodeSegment(media, { ...source, rung: name, index: 3 })
      const cold = (performance.now() - single) / 1000
      const before = childSeconds()
      const started = performance.now()
      await encodeRung(media, { ...source, rung: name })
      const took = (performance.now() - started) / 1000
      const cost = `${figure(childSeconds() - before)} s of one core, ${figure(took)} s of time`
      rows.push(
        [`${name}: a cold segment of four seconds`, `${figure(cold)} s`],
        [`${name}: a minute as a whole`, cost],
      )
    }
  })
  return rows
}
