import type { LogSettingsRow } from '@playhead/features/account/environments/server'

/** A moment that has passed is over. */
export const presentLogSettings = (
  { log_bodies, log_every_call_until }: Omit<LogSettingsRow, 'id' | 'name'>,
  now: Date,
) => ({
  bodies: log_bodies,
  every_call_until:
    log_every_call_until && log_every_call_until > now ? log_every_call_until.toISOString() : null,
})
