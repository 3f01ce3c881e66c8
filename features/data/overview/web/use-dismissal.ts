import { useState } from 'react'

const keyOf = (environmentId: string) => `playhead:get-started-dismissed:${environmentId}`

// Storage may be switched off; then the panel comes back with the next visit.
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

/** METR-002: remembered for each environment by itself. */
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
