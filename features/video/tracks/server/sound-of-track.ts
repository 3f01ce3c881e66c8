import { deleteStoredSound } from '@playhead/features/video/processing/server'
import { updateMediaMap } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { findMediaMap } from './sound-of-track.sql.ts'
import type { TrackRow } from './track-row.ts'

type Sound = MediaMap['audio'][number]

/** Sound of the main file is identified by its stream, sound of another file by the stored file. */
export const belongsTo = (sound: Sound, track: TrackRow) =>
  track.url === null
    ? track.source_stream === sound.stream
    : (track.storage_key?.endsWith(`/${sound.name}.mp4`) ?? false)

const changeSounds = async (
  environment: Environment,
  track: TrackRow,
  change: (sound: Sound) => Sound | undefined,
) => {
  if (track.type !== 'audio') return undefined
  const map = await findMediaMap(environment, track.asset_id)
  const sound = map?.audio.find((one) => belongsTo(one, track))
  if (!map || !sound) return undefined
  const audio = map.audio.flatMap((one) => (one === sound ? (change(one) ?? []) : one))
  await updateMediaMap(environment, track.asset_id, { ...map, audio })
  return sound
}

/** Gives the sound in playlists the name of the track. */
export const renameSound = (environment: Environment, track: TrackRow) =>
  changeSounds(environment, track, (sound) => ({
    ...sound,
    title: track.name ?? undefined,
    language: track.language_code ?? undefined,
  }))

/** New playlists no longer offer it. */
export const removeSound = async (environment: Environment, track: TrackRow) => {
  const sound = await changeSounds(environment, track, () => undefined)
  const key = sound && (await deleteStoredSound(environment, track.asset_id, sound.name))
  if (key) await enqueueRemoval(environment, key)
}
