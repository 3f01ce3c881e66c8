import {
  bringPicture,
  downloadSound,
  findReadyRendition,
  type ReadyAsset,
} from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'

/** Downloads the source and the first stored sound, from which downloadable files are made. */
export const downloadParts = async (
  app: App,
  ready: ReadyAsset,
  folder: string,
  signal: AbortSignal,
) => {
  const { environment, asset, map } = ready
  const place = { id: asset.id, environmentId: environment.id, media: map }
  await bringPicture(app, place, folder, { signal })
  const [audio] = map.audio
  const sound = audio && (await downloadSound(app, ready, audio, { folder, signal }))
  return { folder, fileName: 'source', map, sound }
}

/** A stored rendition is used instead of encoded again. */
export const downloadRung = async (
  app: App,
  { environment, asset, map }: ReadyAsset,
  folder: string,
  rung: { name: string; width: number; height: number },
) => {
  const own = map.video?.rungs.find(({ name }) => name === rung.name)
  if (own?.width !== rung.width || own.height !== rung.height) return undefined
  const place = { id: asset.id, environmentId: environment.id }
  const stored = await findReadyRendition(app.postgres, place, rung.name)
  if (!stored) return undefined
  await downloadStored(app, stored.storage_key, folder, 'rung.mp4')
  return 'rung.mp4'
}
