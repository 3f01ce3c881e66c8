import { open } from 'node:fs/promises'
import { mediaTimescale } from '../media-map.ts'
import { FragmentedSamples } from '../segments/mp4/fragments.ts'
import { boxesOf, findBox, type Box } from '../segments/mp4/mp4-boxes.ts'
import { makeSampleTable } from '../segments/mp4/sample-table.ts'
import type { RenditionPiece } from './live-part.ts'
import { partsPerSegmentMax } from './rendition-track.ts'

/** A whole fragment that was found in a file. */
export interface Fragment {
  msn: number
  index: number
  offset: number
  length: number
  /** Ticks: when its first sample is shown, and when its last one ends. */
  start: number
  end: number
  isIndependent: boolean
}

/** The whole fragments of a piece from an offset on; a torn one ends the list. */
export const readFragments = async (
  path: string,
  { init, timescale }: Pick<RenditionPiece, 'init' | 'timescale'>,
  from: number,
): Promise<Fragment[]> => {
  const tail = await readTail(path, from)
  const moov = [...boxesOf(init)].find(({ type }) => type === 'moov')
  const fragments: Fragment[] = []
  let moof: Box | undefined
  for (const box of boxesOf(tail)) {
    if (box.type === 'moof') moof = box
    if (box.type !== 'mdat' || !moof || !moov) continue
    const samples = new FragmentedSamples(1, { buffer: init, box: moov })
    samples.add(tail, moof, moof.start)
    const mfhd = findBox(tail, moof, 'mfhd')
    const table = samples.joinedTo(makeSampleTable(0))
    if (!mfhd || table.count === 0) break
    const sequence = tail.readUInt32BE(mfhd.body + 4) - 1
    const ticks = (units: number) => Math.round((units * mediaTimescale) / timescale)
    fragments.push({
      msn: Math.floor(sequence / partsPerSegmentMax),
      index: sequence % partsPerSegmentMax,
      offset: from + moof.start,
      length: box.end - moof.start,
      start: ticks(table.presentationTimes[0] ?? 0),
      end: ticks((table.decodeTimes.at(-1) ?? 0) + table.lastDuration),
      isIndependent: table.isSync[0] === 1,
    })
    moof = undefined
  }
  return fragments
}

async function readTail(path: string, from: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.max(0, size - from))
    await handle.read(bytes, 0, bytes.length, from)
    return bytes
  } finally {
    await handle.close()
  }
}
