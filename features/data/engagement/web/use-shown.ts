import { useState } from 'react'

/** The question of the data on screen: while it is stale, its old labels stay. */
export const useShown = <Asked>(asked: Asked, isStale: boolean): Asked => {
  const [shown, setShown] = useState(asked)
  if (!isStale && JSON.stringify(shown) !== JSON.stringify(asked)) setShown(asked)
  return isStale ? shown : asked
}
