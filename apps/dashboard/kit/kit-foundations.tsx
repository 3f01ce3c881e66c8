import * as icons from '@playhead/ui/icons/icons.ts'
import { Inline, Stack } from '@playhead/ui/layout/layout.tsx'
import { Logo, PlayheadMark } from '@playhead/ui/icons/logo.tsx'
import { KitSection } from './kit-section.tsx'

const textSizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl']
const steps = [1, 2, 3, 4, 5, 6, 7]
const colours = [
  'ground',
  'surface',
  'surface-sunk',
  'surface-raised',
  'ink',
  'ink-2',
  'ink-3',
  'ink-4',
  'line',
  'line-strong',
  'control',
  'focus',
  'mark',
  'good',
  'warn',
  'bad',
  'info',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'compare',
]

export const KitFoundations = () => {
  return (
    <>
      <KitSection id="type" title="Type and space">
        <Stack gap={1}>
          {textSizes.map((size) => (
            <p
              key={size}
              data-text-size={size}
              className="leading-tight"
              style={{ fontSize: `var(--text-${size})` }}
            >
              Figures under pressure 0123456789
            </p>
          ))}
        </Stack>
        <p className="font-mono text-sm">a4f8c2e0-91d7-4b3e-8a56-0c2d7f9e1b34</p>
        <Inline gap={3}>
          {steps.map((step) => (
            <span
              key={step}
              data-space={step}
              className="block bg-ink-4"
              style={{ width: `var(--space-${step})`, height: 10 }}
            />
          ))}
        </Inline>
      </KitSection>
      <KitSection id="colours" title="Colours">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-2">
          {colours.map((colour) => (
            <div key={colour} className="flex items-center gap-2 text-xs text-ink-2">
              <span
                className="block h-[24px] w-[24px] rounded-sm border"
                style={{ background: `var(--${colour})` }}
              />
              {colour}
            </div>
          ))}
        </div>
      </KitSection>
      <KitSection id="icons" title="Logo and icons">
        <Inline gap={5}>
          <Logo />
          <PlayheadMark size={40} />
        </Inline>
        <Inline gap={3}>
          {Object.entries(icons).map(([name, Icon]) => (
            <Icon key={name} label={name} />
          ))}
        </Inline>
      </KitSection>
    </>
  )
}
