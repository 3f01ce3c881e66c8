import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type RefAttributes,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react'
import type { DropdownContent } from '@playhead/ui/menus/dropdown-popover.tsx'
import type { MenuContent } from '@playhead/ui/menus/menu-popover.tsx'
import { lazyChunk } from './lazy-chunk.tsx'

interface PopupProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  triggerRef: RefObject<HTMLElement | null>
  focusOnOpen?: 'first' | 'last' | 'menu'
}

type TriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>

const pressKeys: Record<string, 'first' | 'last'> = { Enter: 'first', ' ': 'first' }
const openingKeys = {
  menu: { ...pressKeys, ArrowDown: 'first', ArrowUp: 'last' },
  dialog: pressKeys,
} as Record<'menu' | 'dialog', typeof pressKeys>

/**
 * A popup whose code is loaded when its trigger is hovered or focused, so that screens load without
 * it. One click opens it, even while the code is still loading.
 */
export const lazyPopup = <N extends string, P extends object>(
  kind: 'menu' | 'dialog',
  name: N,
  load: () => Promise<Record<N, ComponentType<P & Partial<PopupProps>>>>,
) => {
  let isLoaded = false
  const Popup = lazyChunk(name, async () => {
    const chunk = await load()
    isLoaded = true
    return chunk
  }) as ComponentType<object>
  // A failed preload is reported when the popup is opened.
  const prepare = () => void load().catch(() => undefined)

  return function LazyPopup({ trigger, ...content }: P & { trigger: ReactElement<TriggerProps> }) {
    const triggerRef = useRef<HTMLButtonElement>(null)
    const [isWanted, setIsWanted] = useState(false)
    const [isOpen, setIsOpen] = useState(false)
    const [focusOnOpen, setFocusOnOpen] = useState<PopupProps['focusOnOpen']>()
    const open = (focus: PopupProps['focusOnOpen']) => {
      // Some browsers do not focus a clicked button, and closing must return the focus here.
      triggerRef.current?.focus()
      setFocusOnOpen(focus)
      setIsWanted(true)
      setIsOpen(true)
    }
    // A popup that loads late must not open after the person has moved on.
    const giveUp = () => {
      if (!isLoaded) setIsOpen(false)
    }
    // The click event of a key press would look like one of a screen reader and leave the focus outside of the entries.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') giveUp()
      const focus = openingKeys[kind][event.key]
      if (!focus) return
      event.preventDefault()
      open(focus)
    }
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ') event.preventDefault()
    }
    return (
      <>
        {cloneElement(trigger, {
          ref: triggerRef,
          'aria-haspopup': kind,
          'aria-expanded': isOpen,
          onPointerEnter: prepare,
          onFocus: prepare,
          onBlur: giveUp,
          onKeyDown,
          onKeyUp,
          // A click without a pointer comes from a screen reader.
          onClick: ({ detail }) =>
            isOpen ? setIsOpen(false) : open(detail === 0 ? 'first' : 'menu'),
        })}
        {isWanted && (
          <Suspense fallback={null}>
            <Popup
              {...content}
              {...{ isOpen, triggerRef, onOpenChange: setIsOpen }}
              {...(kind === 'menu' && { focusOnOpen })}
            />
          </Suspense>
        )}
      </>
    )
  }
}

export const LazyMenu = lazyPopup<'MenuPopover', MenuContent>(
  'menu',
  'MenuPopover',
  () => import('@playhead/ui/menus/menu-popover.tsx'),
)

export const LazyDropdown = lazyPopup<'DropdownPopover', DropdownContent>(
  'dialog',
  'DropdownPopover',
  () => import('@playhead/ui/menus/dropdown-popover.tsx'),
)
