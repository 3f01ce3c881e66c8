import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BreakableName } from './breakable-name.tsx'

test('a name of parts breaks between them, and reads and copies as it is', () => {
  const { container } = render(<BreakableName name="video.live_stream.warning" />)
  expect(container.textContent).toBe('video.live_stream.warning')
  const parts = container.innerHTML.replace(/<\/?span[^>]*>/g, '').split('<wbr>')
  expect(parts).toEqual(['video.', 'live_', 'stream.', 'warning'])
})
