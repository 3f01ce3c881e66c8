import { useEffect } from 'react'

const productName = 'Playhead'

/** SHELL-011 */
export const documentTitle = (title: string | undefined) =>
  title ? `${title} | ${productName}` : productName

export const useTitle = (title: string | undefined) => {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
