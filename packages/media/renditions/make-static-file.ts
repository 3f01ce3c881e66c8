import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { MediaError } from '../media-error.ts'
import type { MediaMap, Rung } from '../media-map.ts'
import { runMedia } from '../run-media.ts'
import type { EncodeWork } from '../segments/encode-part.ts'
import { copyRung, encodeRung } from '../segments/whole-rungs.ts'
import type { StaticPlan } from './plan-static-file.ts'

export interface StaticWork extends EncodeWork {
  /** File name of the first stored sound in the folder, if there is one. */
  sound?: string | undefined
  /** File name of the stored rendition in the folder, if it need not be encoded. */
  picture?: string | undefined
}

interface StaticFile {
  file: string
  width: number | undefined
  height: number | undefined
  bytes: number
  /** Bits per second. */
  bitRate: number
}

const joinTimeoutSeconds = 1800

const pictureFile = async (media: Media, work: StaticWork, rung: Rung): Promise<string> => {
  if (work.picture !== undefined) return work.picture
  if (rung.name === 'source') return basename((await copyRung(media, work)).file)
  const { map } = work
  if (!map.video) throw new MediaError('failed', 'There is no video to encode.')
  const only: MediaMap = { ...map, video: { ...map.video, rungs: [rung] } }
  return basename((await encodeRung(media, { ...work, map: only, rung: rung.name })).file)
}

/** Combines picture and sound in one file with its index first, so that it plays while it downloads. */
export const makeStaticFile = async (
  media: Media,
  work: StaticWork,
  plan: StaticPlan,
): Promise<StaticFile> => {
  const { folder, map, sound, signal, isBackground = false } = work
  const picture = plan.kind === 'picture' ? await pictureFile(media, work, plan.rung) : undefined
  const inputs = [picture, sound].filter((name) => name !== undefined)
  if (inputs.length === 0) throw new MediaError('failed', 'There is nothing to put into a file.')
  const output = 'static.mp4'
  const args = [
    '-y',
    ...inputs.flatMap((name) => inputArgs(name)),
    ...inputs.flatMap((_, place) => ['-map', `${place}:0`]),
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    '-f',
    plan.kind === 'sound' ? 'ipod' : 'mp4',
    `file:${output}`,
  ]
  await runMedia(media, 'ffmpeg', args, {
    folder,
    timeoutSeconds: joinTimeoutSeconds,
    signal,
    isBackground,
  })
  if (picture !== undefined) await rm(join(folder, picture), { force: true })
  const file = join(folder, output)
  const { size: bytes } = await stat(file)
  const size = plan.kind === 'picture' ? plan.rung : undefined
  return {
    file,
    width: size?.width,
    height: size?.height,
    bytes,
    bitRate: Math.round((bytes * 8) / Math.max(0.001, map.duration)),
  }
}
