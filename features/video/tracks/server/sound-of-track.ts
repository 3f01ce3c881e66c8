import { enqueueRemoval, type TrackRow } from '@playhead/features/video/assets/server'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { deleteStoredSound, findMediaMap, updateMediaMap } from './tracks.sql.ts'

type Sound = MediaMap['audio'][number]

/** Sound of the main file is known by its stream, sound of another file by the file made of it. */
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

/** Playlists call it what the track is called. */
export const renameSound = (environment: Environment, track: TrackRow) =>
  changeSounds(environment, track, (sound) => ({
    ...sound,
    title: track.name ?? undefined,
    language: track.language_code ?? undefined,
  }))

/** Playlists that are asked for from now on do not offer it. */
export const removeSound = async (environment: Environment, track: TrackRow) => {
  const sound = await changeSounds(environment, track, () => undefined)
  const key = sound && (await deleteStoredSound(environment, track.asset_id, sound.name))
  if (key) await enqueueRemoval(environment, key)
}
