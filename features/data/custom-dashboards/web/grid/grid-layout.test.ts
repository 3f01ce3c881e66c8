import { describe, expect, test } from 'vitest'
import {
  add,
  type Direction,
  gridColumns,
  type Layout,
  moveInOrder,
  place,
  type Position,
  readingOrder,
  resize,
  resizeStep,
  rowCountOf,
  settle,
  sizes,
  step,
} from './grid-layout.ts'

/** `a` to `z` are components, a dot is an empty cell; each text is one row of the grid. */
const read = (...rows: string[]): Layout => {
  const layout = new Map<string, Position>()
  rows.forEach((text, row) =>
    text.split('').forEach((id, column) => {
      if (id === '.') return
      const { row: top, column: left } = layout.get(id) ?? { row, column }
      layout.set(id, {
        row: top,
        column: left,
        rowSpan: row - top + 1,
        columnSpan: column - left + 1,
      })
    }),
  )
  return layout
}

const draw = (layout: Layout) => {
  const rows = Array.from({ length: rowCountOf(layout) }, () =>
    Array.from({ length: gridColumns }, () => '.'),
  )
  for (const [id, { row, column, rowSpan, columnSpan }] of layout)
    for (let y = row; y < row + rowSpan; y += 1)
      for (let x = column; x < column + columnSpan; x += 1) {
        if (rows[y]![x] !== '.') throw new Error(`${id} lies over ${rows[y]![x]}`)
        rows[y]![x] = id
      }
  return rows.map((row) => row.join(''))
}

describe('DASH-019 sizes', () => {
  test('half is three columns by one row, full six by two', () => {
    expect(sizes).toEqual({
      half: { columnSpan: 3, rowSpan: 1 },
      full: { columnSpan: 6, rowSpan: 2 },
    })
  })

  test.each([
    ['the first lies at the top', [], 'half', ['nnn...']],
    ['a half goes beside a half', ['aaa...'], 'half', ['aaannn']],
    ['a half goes below two halves', ['aaabbb'], 'half', ['aaabbb', 'nnn...']],
    ['a full goes below everything', ['aaa...'], 'full', ['aaa...', 'nnnnnn', 'nnnnnn']],
    ['a half fills the room beside a tall one', ['aaa...', 'aaa...'], 'half', ['aaannn', 'aaa...']],
  ] as const)('%s', (_, before, size, after) => {
    expect(draw(add(read(...before), 'n', sizes[size]))).toEqual(after)
  })
})

describe('a stored layout is corrected', () => {
  test.each([
    ['gaps close upwards', { a: [3, 0, 1, 3], b: [9, 3, 1, 3] }, ['aaabbb']],
    [
      'of two on one place the second lies below',
      { a: [0, 0, 1, 3], b: [0, 0, 1, 3] },
      ['aaa...', 'bbb...'],
    ],
    ['what sticks out comes back in', { a: [0, 5, 1, 3], b: [0, -2, 1, 3] }, ['bbbaaa']],
    [
      'nothing jumps over what lies above it',
      { a: [0, 0, 1, 6], b: [1, 0, 1, 3] },
      ['aaaaaa', 'bbb...'],
    ],
    [
      'nothing is narrower than two columns or higher than two rows',
      { a: [0, 0, 9, 1] },
      ['aa....', 'aa....'],
    ],
  ] as const)('%s', (_, given, after) => {
    const layout = new Map(
      Object.entries(given).map(([id, [row, column, rowSpan, columnSpan]]) => [
        id,
        { row, column, rowSpan, columnSpan },
      ]),
    )
    expect(draw(settle(layout))).toEqual(after)
  })
})

describe('DASH-011 a component is dropped at a place and the others give way', () => {
  test.each([
    ['to the right: what lies there goes down', ['aaabbb'], 'a', [0, 3], ['...aaa', '...bbb']],
    [
      'onto the first: the first goes down',
      ['aaa...', 'bbb...'],
      'b',
      [0, 0],
      ['bbb...', 'aaa...'],
    ],
    ['below its neighbour', ['aaa...', 'bbb...'], 'a', [1, 0], ['bbb...', 'aaa...']],
    [
      'a full above two halves',
      ['aaabbb', 'cccccc', 'cccccc'],
      'c',
      [0, 0],
      ['cccccc', 'cccccc', 'aaabbb'],
    ],
    ['far below: it comes up again', ['aaabbb'], 'b', [40, 3], ['aaabbb']],
    ['over the edge', ['aaa...'], 'a', [-3, 9], ['...aaa']],
    ['in the middle of two', ['aaabbb', 'ccc...'], 'c', [0, 1], ['.ccc..', 'aaabbb']],
  ] as const)('%s', (_, before, id, [row, column], after) => {
    const layout = read(...before)
    expect(draw(place(layout, id, { ...layout.get(id)!, row, column }))).toEqual(after)
  })

  test.each([
    ['wider', ['aaabbb'], { columnSpan: 4 }, ['aaaa..', '...bbb']],
    ['no wider than the grid', ['aaa...'], { columnSpan: 9 }, ['aaaaaa']],
    ['taller', ['aaabbb', 'ccc...'], { rowSpan: 2 }, ['aaabbb', 'aaa...', 'ccc...']],
    ['no smaller than two by one', ['aaa...', 'aaa...'], { columnSpan: 0, rowSpan: 0 }, ['aa....']],
  ] as const)('resized %s', (_, before, wanted, after) => {
    const layout = read(...before)
    expect(draw(resize(layout, 'a', { ...layout.get('a')!, ...wanted }))).toEqual(after)
  })

  test('a component at the right edge does not grow over it', () => {
    const layout = read('bbbaaa')
    expect(draw(resizeStep(layout, 'a', 'right'))).toEqual(['bbbaaa'])
  })
})

describe('one step by keyboard', () => {
  test.each([
    [
      'down changes places with what lies below',
      ['aaa...', 'bbb...'],
      'a',
      'down',
      ['bbb...', 'aaa...'],
    ],
    [
      'up changes places with what lies above',
      ['aaa...', 'bbb...'],
      'b',
      'up',
      ['bbb...', 'aaa...'],
    ],
    [
      'down past a tall one',
      ['aaaaaa', 'bbbbbb', 'bbbbbb'],
      'a',
      'down',
      ['bbbbbb', 'bbbbbb', 'aaaaaa'],
    ],
    [
      'up past a tall one',
      ['bbbbbb', 'bbbbbb', 'aaaaaa'],
      'a',
      'up',
      ['aaaaaa', 'bbbbbb', 'bbbbbb'],
    ],
    ['right by one column', ['aaa...'], 'a', 'right', ['.aaa..']],
    ['left at the edge changes nothing', ['aaa...'], 'a', 'left', ['aaa...']],
    ['up at the top changes nothing', ['aaabbb'], 'a', 'up', ['aaabbb']],
    ['down at the bottom changes nothing', ['aaa...', 'bbb...'], 'b', 'down', ['aaa...', 'bbb...']],
  ] as const)('%s', (_, before, id, direction, after) => {
    expect(draw(step(read(...before), id, direction))).toEqual(after)
  })
})

test('on a phone up and down change places in the order of reading', () => {
  const layout = read('aaabbb', 'cccccc', 'cccccc')
  expect(readingOrder(layout)).toEqual(['a', 'b', 'c'])
  expect(readingOrder(moveInOrder(layout, 'b', -1))).toEqual(['b', 'a', 'c'])
  const down = moveInOrder(layout, 'b', 1)
  expect(readingOrder(down)).toEqual(['a', 'c', 'b'])
  expect(draw(down)).toEqual(['aaa...', 'cccccc', 'cccccc', 'bbb...'])
  expect(draw(moveInOrder(layout, 'a', -1))).toEqual(draw(layout))
  expect(draw(moveInOrder(layout, 'c', 1))).toEqual(draw(layout))
})

test('whatever is done, nothing lies over anything else and nothing floats', () => {
  let layout: Layout = new Map()
  for (const id of 'abcdefgh') layout = add(layout, id, sizes[id < 'd' ? 'half' : 'full'])
  let random = 7
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  const directions: Direction[] = ['up', 'down', 'left', 'right']
  for (let turn = 0; turn < 500; turn += 1) {
    const id = 'abcdefgh'[next(8)]!
    const change = next(2) === 0 ? step : resizeStep
    layout = change(layout, id, directions[next(4)]!)
    expect(() => draw(layout)).not.toThrow()
    expect(draw(settle(layout))).toEqual(draw(layout))
    expect(layout.size).toBe(8)
  }
})
