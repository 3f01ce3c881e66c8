import { slot } from '@playhead/web-kit/slot.ts'

export interface GetStartedProps {
  isOpen: boolean
  onClose: () => void
}

/** The dialog with the code for a player, with the key and the address of this environment. */
export const getStarted = slot<GetStartedProps>()
