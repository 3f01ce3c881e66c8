import { useCallback, useState } from 'react'

type Judge = (password: string, personal: readonly string[]) => string | undefined

const knowsNothing: Judge = () => undefined

const loadJudge = async (): Promise<Judge> => {
  const [{ judgePassword }, { loadKnownWords }] = await Promise.all([
    import('@playhead/domain/passwords/judge-password.ts'),
    import('@playhead/domain/passwords/load-known-words.ts'),
  ])
  const known = await loadKnownWords()
  return (password, personal) => judgePassword(password, known, personal)
}

/**
 * Why attackers would guess a password first. The browser judges it with a file that loads when the field gets the
 * focus; if that fails, the server gives the same answer when the form is sent.
 */
export const usePasswordCheck = () => {
  const [judge, setJudge] = useState<Judge>(() => knowsNothing)
  const load = useCallback(() => {
    loadJudge().then(
      (loaded) => setJudge(() => loaded),
      () => undefined,
    )
  }, [])
  return { judge, load, isLoaded: judge !== knowsNothing }
}
