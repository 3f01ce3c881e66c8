import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { MediaError } from '../media-error.ts'
import { runMedia } from '../run-media.ts'
import { makeStaticFile, type StaticWork } from './make-static-file.ts'
import { planStaticFile } from './plan-static-file.ts'

const copyTimeoutSeconds = 3600

/** Sound that was added later is in other files, whose streams have separate indexes. */
const ofSource = /^audio-\d+$/

/** Copies every frame and all sound into another container. */
const copySource = async (media: Media, work: StaticWork): Promise<string> => {
  const output = 'master.mp4'
  const { folder, map, signal } = work
  const streams = [
    ...(map.video ? [map.video.stream] : []),
    ...map.audio.filter(({ name }) => ofSource.test(name)).map(({ stream }) => stream),
  ]
  const args = [
    '-y',
    ...inputArgs(work.fileName),
    ...streams.flatMap((stream) => ['-map', `0:${stream}`]),
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${output}`,
  ]
  await runMedia(media, 'ffmpeg', args, {
    folder,
    timeoutSeconds: copyTimeoutSeconds,
    signal,
    isBackground: true,
  })
  return join(folder, output)
}

/** A downloadable mp4 of the source: copied if mp4 supports its codecs, otherwise from the best rendition. */
export const makeMaster = async (media: Media, work: StaticWork): Promise<string> => {
  if (!work.map.clip) {
    try {
      return await copySource(media, work)
    } catch (error) {
      if (!(error instanceof MediaError) || error.reason !== 'failed') throw error
    }
  }
  const plan = planStaticFile(work.map, work.map.video ? 'highest' : 'audio-only')
  if (!plan) throw new MediaError('failed', 'There is nothing to download.')
  return (await makeStaticFile(media, work, plan)).file
}
