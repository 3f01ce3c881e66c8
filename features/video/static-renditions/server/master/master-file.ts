import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'

/** Each opening has a new key, so that a pending removal of an earlier one does not affect it. */
export const masterOpeningOf = (secret: string) => hashToken(secret).toString('hex').slice(0, 16)

export const masterKeyOf = (environmentId: string, assetId: string, secret: string) =>
  `${environmentId}/${assetId}/master-${masterOpeningOf(secret)}.mp4`
