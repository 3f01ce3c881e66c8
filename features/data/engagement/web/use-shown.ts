import { useState } from 'react'

/** What was asked for what is still shown: an older answer keeps its names until the new one is there. */
export const useShown = <Asked>(asked: Asked, isStale: boolean): Asked => {
  const [shown, setShown] = useState(asked)
  if (!isStale && JSON.stringify(shown) !== JSON.stringify(asked)) setShown(asked)
  return isStale ? shown : asked
}
