import { createContext, useCallback, useContext } from 'react'
import { usePath } from './paths.ts'

/** Whether a screen that whoever looks may open stands at an address; where no addresses are known, at all of them. */
export const ScreenPlaces = createContext<(href: string) => boolean>(() => true)

/** As `usePath`, and undefined where no screen stands: a link must not lead nowhere. */
export const useScreenPath = () => {
  const path = usePath()
  const hasScreen = useContext(ScreenPlaces)
  return useCallback(
    (below: string) => {
      const href = path(below)
      return hasScreen(href) ? href : undefined
    },
    [path, hasScreen],
  )
}
