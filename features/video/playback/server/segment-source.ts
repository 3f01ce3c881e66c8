import type { App } from '@playhead/server-kit/app.ts'
import type { ByteSource } from './answer-bytes.ts'
import type { Playback } from './open-playback.ts'
import { findStoredOffsets } from './playback.sql.ts'
import { noSuchPart } from './refusal.ts'
import { storedBytes } from './stored-bytes.ts'

const storedPart = async (
  app: App,
  { environment, asset }: Playback,
  name: string,
  part: number,
): Promise<ByteSource> => {
  const stored = await findStoredOffsets(environment, asset.id, name)
  const [start, end] = [part < 0 ? 0 : stored?.offsets[part], stored?.offsets[part + 1]]
  if (!stored || start === undefined || end === undefined) throw noSuchPart()
  return storedBytes(app, stored.storage_key, { start, end: end - 1 })
}

export const initBytes = (app: App, playback: Playback, name: string) =>
  storedPart(app, playback, name, -1)

export const segmentBytes = (
  app: App,
  playback: Playback,
  name: string,
  index: number,
  _signal: AbortSignal,
) => storedPart(app, playback, name, index)
