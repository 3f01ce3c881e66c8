import { useMemo, useState } from 'react'

export const useToggle = (isInitiallyOpen = false) => {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const actions = useMemo(
    () => ({
      open: () => setIsOpen(true),
      close: () => setIsOpen(false),
      toggle: () => setIsOpen((wasOpen) => !wasOpen),
    }),
    [],
  )
  return { isOpen, ...actions }
}
