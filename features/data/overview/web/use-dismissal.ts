import { useState } from 'react'

const keyOf = (environmentId: string) => `playhead:get-started-dismissed:${environmentId}`

// When storage is blocked, the panel returns on the next visit.
const read = (key: string) => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

const write = (key: string) => {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    return
  }
}

/** METR-002: stored per environment. */
export const useDismissal = (environmentId: string) => {
  const key = keyOf(environmentId)
  const [dismissedKey, setDismissedKey] = useState<string>()
  return {
    isDismissed: dismissedKey === key || read(key),
    dismiss: () => {
      write(key)
      setDismissedKey(key)
    },
  }
}
