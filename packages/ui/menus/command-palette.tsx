import { Dialog } from 'react-aria-components/Dialog'
import { FilterList } from './filter-list.tsx'
import type { FilterListGroup, FilterListItem } from './filter-list.tsx'
import { Overlay } from '../overlays/overlay.tsx'

interface CommandPaletteProps {
  isOpen: boolean
  onClose: () => void
  groups: readonly FilterListGroup[]
  /** Before the palette closes. */
  onChoose?: (item: FilterListItem) => void
  /** What the field holds, for groups that depend on it. */
  onText?: (text: string) => void
  placeholder?: string
  noResultsText?: string
}

export const CommandPalette = (props: CommandPaletteProps) => {
  const { placeholder = 'Search or jump to…', noResultsText = 'No matching commands' } = props
  return (
    <Overlay
      frame="modal"
      isOpen={props.isOpen}
      onClose={props.onClose}
      style={{ width: 600, maxWidth: '100%', maxHeight: 'min(500px, 76dvh)' }}
    >
      <Dialog className="ph-dialog" aria-label="Command palette">
        <FilterList
          label="Commands"
          placeholder={placeholder}
          groups={props.groups}
          noResultsText={noResultsText}
          isPalette
          onSelect={(item) => {
            props.onChoose?.(item)
            props.onClose()
          }}
          {...(props.onText && { onText: props.onText })}
        />
      </Dialog>
    </Overlay>
  )
}
