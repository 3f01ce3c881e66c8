import { createContext, useCallback, useContext } from 'react'
import { usePath } from './paths.ts'

/** Whether the person may open a screen at this address; always true where no addresses are known. */
export const ScreenPlaces = createContext<(href: string) => boolean>(() => true)

/** Like `usePath`, but undefined when no screen is there, so that no link is dead. */
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
