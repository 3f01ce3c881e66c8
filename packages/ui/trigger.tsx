import type { DOMAttributes, ReactElement } from 'react'
import { Pressable } from 'react-aria-components/Pressable'

// Kit buttons pass what they don't know on to their element, which is all the overlay library asks of a trigger.
type PressableChild = ReactElement<DOMAttributes<Element>, string>

export function Trigger({ children }: { children: ReactElement }) {
  return <Pressable>{children as PressableChild}</Pressable>
}
