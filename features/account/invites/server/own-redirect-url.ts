import { invalidField } from '@playhead/contract-kit/errors.ts'

/** An invite must not redirect to another site. */
export const ownRedirectUrl = (redirectUrl: string | null | undefined, publicUrl: string) => {
  if (!redirectUrl) return null
  const isOwn =
    URL.canParse(redirectUrl, publicUrl) &&
    new URL(redirectUrl, publicUrl).origin === new URL(publicUrl).origin
  if (!isOwn) throw invalidField('redirect_url', 'The URL must point to this server.')
  return redirectUrl
}
