import type { z } from 'zod/mini'
import type { PlaybackRestriction } from '../contract.ts'
import type { RestrictionRow } from './playback-restrictions.sql.ts'

const epochText = (date: Date) => String(Math.floor(date.getTime() / 1000))

export const presentRestriction = (row: RestrictionRow): z.input<typeof PlaybackRestriction> => ({
  id: row.id,
  created_at: epochText(row.created_at),
  updated_at: epochText(row.updated_at),
  referrer: {
    allowed_domains: row.allowed_domains,
    allow_no_referrer: row.allows_no_referrer,
  },
  user_agent: {
    allow_no_user_agent: row.allows_no_user_agent,
    allow_high_risk_user_agent: row.allows_high_risk_user_agent,
  },
})
