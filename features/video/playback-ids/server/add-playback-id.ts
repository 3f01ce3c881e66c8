import type { Environment } from '@playhead/server-kit/tenant.ts'
import { newPlaybackIdText } from './playback-id-text.ts'
import { insertPlaybackId, type Played } from './playback-ids.sql.ts'

export const addPlaybackId = (
  environment: Environment,
  played: Played,
  policy: 'public' | 'signed',
) => insertPlaybackId(environment, played, { id: newPlaybackIdText(), policy })
