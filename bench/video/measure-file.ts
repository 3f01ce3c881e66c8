import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findMedia, hasMedia, type Media } from '@playhead/media/find-media.ts'
import { linkIntoFolder } from '@playhead/media/job-folder.ts'
import { judgeInput } from '@playhead/media/judge-input.ts'
import type { MediaMap, RungName } from '@playhead/media/media-map.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import { planMedia } from '@playhead/media/segments/plan/plan-media.ts'
import type { Quality } from '@playhead/media/segments/plan/rungs.ts'
import { planSoundAhead } from '@playhead/media/segments/sound/plan-sound.ts'
import { copySegment, encodeSegment } from '@playhead/media/segments/segments.ts'
import { encodeSoundPiece, pieceOf } from '@playhead/media/segments/sound/sound-pieces.ts'

export type Row = [what: string, value: string]

const theMedia = async (): Promise<Media> => {
  const media = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })
  if (!hasMedia(media)) throw new Error(media.missing)
  return media
}

export interface Source {
  folder: string
  fileName: string
  map: MediaMap
}

/** Processes a file in a separate job folder, planned as an upload would be. */
export const withPlanned = async <Result>(
  file: string,
  isCopied: boolean,
  work: (source: Source, media: Media) => Promise<Result>,
  quality: Quality = 'basic',
): Promise<Result> => {
  const media = await theMedia()
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-bench-job-'))
  try {
    const fileName = await linkIntoFolder(folder, file)
    const probe = await probeFile(media, folder, fileName)
    const judged = judgeInput(probe, { maxTier: '1080p' })
    const options = { folder, fileName, maxTier: '1080p', quality } as const
    const canCopyVideo = judged.canCopyVideo && isCopied
    const planned = await planMedia(media, probe, { ...judged, canCopyVideo }, options)
    const map = (await planSoundAhead(media, { folder, fileName }, planned, probe)) ?? planned
    return await work({ folder, fileName, map }, media)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const milliseconds = (since: number) => `${Math.round(performance.now() - since)} ms`

/** Time from a whole file to its first segment, its audio and a segment in its middle. */
export const measureFile = async (title: string, file: string): Promise<Row[]> => {
  const started = performance.now()
  return withPlanned(file, true, async ({ folder, fileName, map }, media) => {
    const planned = milliseconds(started)
    const name = map.video?.canCopy ? 'source' : '270p'
    const segment = (index: number, rung: RungName) =>
      rung === 'source'
        ? copySegment({ sourcePath: path.join(folder, fileName), map, index })
        : encodeSegment(media, { folder, fileName, map, rung, index })
    await segment(0, name)
    const first = milliseconds(started)
    const middle = Math.floor((map.video?.cuts.length ?? 2) / 2)
    const beforeMiddle = performance.now()
    await segment(middle, name)
    const inMiddle = milliseconds(beforeMiddle)
    const beforePiece = performance.now()
    const inPieces = map.audio[0]?.pieces ? map.audio[0] : undefined
    if (inPieces) {
      const work = { folder, fileName, map, audio: inPieces }
      await encodeSoundPiece(media, work, pieceOf(work, middle))
    }
    const pieceTook = milliseconds(beforePiece)
    const beforeSound = performance.now()
    for (const audio of map.audio) await makeAudioRendition(media, { folder, fileName, map, audio })
    return [
      [`${title}: probed, judged and planned`, planned],
      [`${title}: first segment (${name}), from the whole file`, first],
      [`${title}: a segment in the middle (${name})`, inMiddle],
      ...(inPieces ? [[`${title}: a piece of its sound in the middle`, pieceTook] as Row] : []),
      [`${title}: its sound as a whole`, milliseconds(beforeSound)],
    ]
  })
}
