import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MediaPacket } from '@playhead/ingest/packet.ts'
import {
  validateMultivariant,
  validatePlaylist,
  validateSkip,
  validateSuccession,
  validateTogether,
} from '../../../tests/live/validate-playlist.ts'
import type { LivePart } from './live-part.ts'
import { openRecording, type LiveRecording, type RecordingOptions } from './live-recording.ts'
import { makeLater, type Stream } from './testing-packets.ts'

const folders: string[] = []
const recordings: LiveRecording[] = []

export const makeLiveFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'live-'))
  folders.push(folder)
  return folder
}

export const deleteLiveFolders = async (): Promise<void> => {
  for (const { files } of recordings.splice(0)) await files.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

export interface Watched {
  folder: string
  recording: LiveRecording
  parts: LivePart[]
  /** Everything that is wrong with the playlists that were on offer, each read after each change. */
  problems: () => Promise<string[]>
  /** The last text of a playlist. */
  text: (rendition: string, kind?: 'window' | 'event') => string
  count: () => number
}

/** Reads every playlist of a recording after every part, and judges it and what became of it. */
export const startWatching = (recording: LiveRecording): Watched => {
  recordings.push(recording)
  const texts = new Map<string, string>()
  const problems: string[] = []
  const reads: Promise<unknown>[] = []
  const parts: LivePart[] = []
  let count = 0
  const look = async (rendition: string, kind: 'window' | 'event') => {
    const asked = [
      recording.window.playlist({ rendition, kind }),
      recording.window.playlist({ rendition, kind, skips: true }),
    ]
    const [whole, delta] = await Promise.all(asked)
    if (whole?.status !== 200 || delta?.status !== 200) return
    const key = `${rendition} ${kind}`
    const before = texts.get(key)
    const found = [
      ...validatePlaylist(whole.text),
      ...(before === undefined ? [] : validateSuccession(before, whole.text)),
      ...validateSkip(whole.text, delta.text),
      ...validateMultivariant(recording.window.multivariant()),
    ]
    if (found.length > 0) problems.push(...found.map((one) => `${key}: ${one}`))
    texts.set(key, whole.text)
    count += 1
  }
  const lookAtAll = () => {
    for (const { name } of recording.window.renditions)
      for (const kind of ['window', 'event'] as const) reads.push(look(name, kind))
  }
  recording.on('part', (part) => {
    parts.push({ ...part })
    lookAtAll()
  })
  recording.on('segment', lookAtAll)
  return {
    folder: recording.options.folder,
    recording,
    parts,
    problems: async () => {
      lookAtAll()
      await Promise.all(reads)
      return [...problems, ...validateTogether([...texts.values()])].slice(0, 5)
    },
    text: (rendition, kind = 'window') => texts.get(`${rendition} ${kind}`) ?? '',
    count: () => count,
  }
}

export const startRecording = async (options: Partial<RecordingOptions> = {}): Promise<Watched> => {
  const folder = await makeLiveFolder()
  return startWatching(await openRecording({ folder, latencyMode: 'low', ...options }))
}

/** Pushes packets as a network does: a few at a time, while parts are written. */
export const sendPackets = async (
  { recording }: Pick<Watched, 'recording'>,
  packets: readonly MediaPacket[],
): Promise<void> => {
  for (const [place, packet] of packets.entries()) {
    recording.push(packet)
    if (place % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await recording.files.settled()
}

/** The stream again and again, without a seam in its timestamps. */
export const makeLonger = ({ header, packets }: Stream, rounds: number): Stream => {
  const video = packets.filter(({ kind }) => kind !== 'audio')
  const own = video.length > 0 ? video : packets
  const roundMs = Math.round(
    (((own.at(-1)?.dts ?? 0) - (own[0]?.dts ?? 0)) * own.length) / Math.max(1, own.length - 1),
  )
  const all = Array.from({ length: rounds }, (_, round) => makeLater(packets, round * roundMs))
  return { header, packets: all.flat() }
}
