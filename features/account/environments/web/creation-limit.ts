interface CreationFacts {
  count: number
  /** -1: unlimited. */
  limit: number
  marketplaceType: string | null
  plan: string
}

const limitReached =
  "You've reached the maximum number of environments that you can create. Please contact our support team for assistance."

/** Why no further environment can be created; undefined when one can. ACCT-048 … ACCT-050 */
export const creationRefusal = ({ count, limit, marketplaceType, plan }: CreationFacts) => {
  const isRefused = marketplaceType !== null || (limit !== -1 && count >= limit)
  if (!isRefused) return undefined
  return plan === 'Free' ? 'Upgrade your plan to create more environments.' : limitReached
}
