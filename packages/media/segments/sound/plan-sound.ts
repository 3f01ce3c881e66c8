import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import type { AudioMap, MediaMap } from '../../media-map.ts'
import type { Probe } from '../../probe.ts'
import { planSoundInPieces } from './sound-pieces.ts'
import { planSoundInPlace } from './sound-segments.ts'

/** A shorter sound is encoded as a whole in less than a second. */
const piecesFromSeconds = 30

/**
 * The map with the properties of each sound before it is stored, copied or encoded; undefined where
 * one of them must be made first.
 */
export const planSoundAhead = async (
  media: Media,
  files: { folder: string; fileName: string; signal?: AbortSignal | undefined },
  map: MediaMap,
  probe: Pick<Probe, 'audios'>,
): Promise<MediaMap | undefined> => {
  const planned: AudioMap[] = []
  for (const audio of map.audio) {
    const given = { map, audio }
    const probed = probe.audios.find(({ stream }) => stream === audio.stream)
    const isInPieces = !audio.canCopy && map.duration > piecesFromSeconds
    const ahead = isInPieces
      ? probed && (await planSoundInPieces(media, files, probed, given))
      : await planSoundInPlace(join(files.folder, files.fileName), given)
    if (!ahead) return undefined
    planned.push(ahead)
  }
  return { ...map, audio: planned }
}
