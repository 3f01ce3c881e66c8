import { useState } from 'react'
import { passkeyFailure } from './passkey-failure.ts'

/** One attempt with a passkey: page, browser and server take turns, and any of them may refuse. */
export const usePasskey = (go: () => Promise<void>) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async () => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await go()
    } catch (error) {
      setFailure(passkeyFailure(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { run: () => void run(), isBusy, failure }
}
