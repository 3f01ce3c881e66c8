import type { AudioMap, MediaMap } from '@playhead/media/media-map.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import { adoptMediaFile } from '@playhead/media-store/store-media-file.ts'
import { renditionKeyOf } from '@playhead/media-store/media-keys.ts'
import { saveRendition } from '../renditions.sql.ts'
import type { ProgressStep } from './step.ts'

/**
 * Sound is small and is stored whole, so that its segments join without gaps. Its cuts are known
 * once it is made: the returned map has them. Sound that can be encoded in pieces has known cuts
 * and is stored later.
 */
export const makeAudio = async (
  { app, media, environment, asset, folder, signal, onProgress }: ProgressStep,
  map: MediaMap,
): Promise<MediaMap> => {
  const made: AudioMap[] = []
  for (const [place, audio] of map.audio.entries()) {
    if (audio.pieces) {
      made.push(audio)
      continue
    }
    const rendition = await makeAudioRendition(media, {
      folder,
      fileName: 'source',
      map,
      audio,
      isNormalized: asset.normalizes_audio,
      signal,
      onProgress: (share) => onProgress((place + share) / map.audio.length),
    })
    const { name } = rendition.audio
    const key = renditionKeyOf(environment.id, asset.id, name)
    const { bytes } = await adoptMediaFile(
      app,
      environment,
      { key, assetId: asset.id },
      rendition.file,
    )
    await saveRendition(environment, asset.id, {
      name,
      storageKey: key,
      offsets: rendition.offsets,
      bytes,
      secondsEncoded: rendition.wasCopied ? 0 : map.duration,
    })
    made.push(rendition.audio)
  }
  return { ...map, audio: made }
}
