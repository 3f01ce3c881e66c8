import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CommandPalette } from '@playhead/ui/menus/command-palette.tsx'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { Dropdown } from '@playhead/ui/menus/dropdown.tsx'
import { FullScreenModal } from '@playhead/ui/overlays/full-screen-modal.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronDownIcon, CopyIcon } from '@playhead/ui/icons/icons.ts'
import {
  ChartIcon,
  FilmIcon,
  HelpIcon,
  PencilIcon,
  TrashIcon,
} from '@playhead/ui/icons/subject-icons.ts'
import { Inline, Stack } from '@playhead/ui/layout/layout.tsx'
import { Menu } from '@playhead/ui/menus/menu.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { SearchableDropdown } from '@playhead/ui/menus/searchable-dropdown.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { countryOptions } from '@playhead/domain/countries.ts'
import { KitSection } from './kit-section.tsx'

const countries = countryOptions().map(({ value, label }) => ({ id: value, label }))
const manyItems = countries.slice(0, 40)

const menuItems = [
  { id: 'edit', label: 'Edit', icon: <PencilIcon size={15} />, shortcut: ['E'] },
  { id: 'duplicate', label: 'Duplicate', icon: <CopyIcon size={15} /> },
  {
    id: 'more',
    title: 'Careful',
    items: [{ id: 'delete', label: 'Delete', icon: <TrashIcon size={15} />, isDanger: true }],
  },
]

const commands = [
  {
    id: 'go',
    title: 'Go to',
    items: [
      { id: 'metrics', label: 'Metrics', icon: <ChartIcon size={15} />, shortcut: ['G', 'M'] },
      { id: 'assets', label: 'Assets', icon: <FilmIcon size={15} />, keywords: 'videos' },
    ],
  },
  { id: 'do', title: 'Do', items: [{ id: 'theme', label: 'Switch to the dark theme' }] },
]

function Dialogs() {
  const modal = useToggle()
  const nested = useToggle()
  const drawer = useToggle()
  const narrow = useToggle()
  const wide = useToggle()
  const confirm = useToggle()
  const palette = useToggle()
  return (
    <Inline>
      <Button onClick={modal.toggle}>Open modal</Button>
      <Button onClick={drawer.toggle}>Open drawer</Button>
      <Button onClick={narrow.toggle}>Open full-screen modal</Button>
      <Button onClick={wide.toggle}>Open wide full-screen modal</Button>
      <Button onClick={confirm.toggle}>Open confirmation</Button>
      <Button onClick={palette.toggle}>Open command palette</Button>
      <Modal
        isOpen={modal.isOpen}
        onClose={modal.close}
        title="New environment"
        description="Data and videos stay separate between environments."
        footer={
          <>
            <Button onClick={modal.close}>Cancel</Button>
            <Button kind="primary" onClick={nested.open}>
              Create environment
            </Button>
          </>
        }
      >
        <TextField label="Environment name" placeholder="Staging" />
        <Modal isOpen={nested.isOpen} onClose={nested.close} title="Second modal">
          Escape closes this one first.
        </Modal>
      </Modal>
      <Drawer
        isOpen={drawer.isOpen}
        onClose={drawer.close}
        title="Late Harbour, S2 E4"
        description="Asset details"
        footer={<Button onClick={drawer.close}>Done</Button>}
      >
        <Stack>
          <TextField label="Asset title" defaultValue="Late Harbour, S2 E4" />
          <TextField label="Creator id" />
        </Stack>
      </Drawer>
      <FullScreenModal isOpen={narrow.isOpen} onClose={narrow.close} title="Narrow">
        <p>Six hundred pixels of room for one task.</p>
      </FullScreenModal>
      <FullScreenModal isOpen={wide.isOpen} onClose={wide.close} title="Wide" width="wide">
        <p>Eight hundred pixels of room for one task.</p>
      </FullScreenModal>
      <ConfirmDialog
        isOpen={confirm.isOpen}
        onClose={confirm.close}
        onConfirm={confirm.close}
        title="Delete this asset?"
        confirmLabel="Delete asset"
        typedConfirmation="delete"
        isDanger
      >
        Viewers can no longer play it. This can’t be undone.
      </ConfirmDialog>
      <CommandPalette isOpen={palette.isOpen} onClose={palette.close} groups={commands} />
    </Inline>
  )
}

export const KitOverlays = () => {
  const [country, setCountry] = useState('DE')
  const name = countries.find((option) => option.id === country)?.label
  return (
    <KitSection id="overlays" title="Menus, dialogs and tooltips">
      <Dialogs />
      <Inline>
        <Menu
          label="Asset actions"
          trigger={<Button iconAfter={<ChevronDownIcon size={13} />}>Open menu</Button>}
          items={menuItems}
        />
        <Menu
          label="Long menu"
          trigger={<Button iconAfter={<ChevronDownIcon size={13} />}>Open long menu</Button>}
          items={manyItems}
        />
        <Dropdown label="Options" trigger={<Button>Open dropdown</Button>} width={260}>
          <TextField label="Maximum rows" defaultValue="25" />
        </Dropdown>
        <SearchableDropdown
          label="Country"
          trigger={<Button iconAfter={<ChevronDownIcon size={13} />}>{name}</Button>}
          items={countries}
          selectedId={country}
          onSelect={setCountry}
          noResultsText="No countries match"
        />
        <Tooltip content="The share of views that ended before the first frame, out of all views of the time range you chose above.">
          <IconButton icon={<HelpIcon />} label="What is this?" />
        </Tooltip>
      </Inline>
    </KitSection>
  )
}
