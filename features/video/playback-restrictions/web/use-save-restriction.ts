import { useCall } from '@playhead/web-kit/queries/query.ts'
import { playbackRestrictions } from '../contract.ts'
import type { RestrictionRules } from './restriction-texts.ts'
import type { Restriction } from './use-playback-restrictions.ts'

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** The API replaces the two halves of a rule separately; unchanged halves are not sent. */
export const useSaveRestriction = (restriction: Restriction | undefined) => {
  const options = { invalidates: [playbackRestrictions.list], quiet: true }
  const create = useCall(playbackRestrictions.create, options)
  const updateReferrer = useCall(playbackRestrictions.updateReferrer, options)
  const updateUserAgent = useCall(playbackRestrictions.updateUserAgent, options)
  return async (rules: RestrictionRules) => {
    if (!restriction) return create.mutateAsync({ body: rules })
    const params = { id: restriction.id }
    if (!isSame(rules.referrer, restriction.referrer))
      await updateReferrer.mutateAsync({ params, body: rules.referrer })
    if (!isSame(rules.userAgent, restriction.userAgent))
      await updateUserAgent.mutateAsync({ params, body: rules.userAgent })
    return undefined
  }
}
