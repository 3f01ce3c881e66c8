import { hashToken } from '@playhead/server-kit/secrets.ts'

/** Each time access is opened another: what is still to be removed of the last time has another key. */
export const masterOpeningOf = (secret: string) => hashToken(secret).toString('hex').slice(0, 16)

export const masterKeyOf = (environmentId: string, assetId: string, secret: string) =>
  `${environmentId}/${assetId}/master-${masterOpeningOf(secret)}.mp4`
