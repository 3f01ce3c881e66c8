import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { money } from './invoice-texts.ts'
import { aUsageLine, anInvoice } from './testing-invoice.ts'
import { aTextWithoutSpaces, readPages } from './testing-read-pdf.ts'
import { UnprintableText } from './unprintable-text.ts'
import { writeInvoice } from './write-invoice.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What is read of an invoice whose buyer has this name. */
const readBuyer = async (name: string) => {
  const { buyer } = anInvoice()
  const pages = await readPages(await writeInvoice(anInvoice({ buyer: { ...buyer, name } })))
  return aTextWithoutSpaces(pages.join('')).split('For')[1]!.split('Wilhelmstraße')[0]
}

test('BILL-029 everything of an invoice can be read in its PDF', async () => {
  const pages = await readPages(await writeInvoice(anInvoice()))
  expect(pages).toHaveLength(1)
  const lines = pages[0]!.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
  const whole = lines.join(' ').replaceAll(/ +/g, ' ')
  for (const part of [
    'Invoice Number 42',
    'Issued Nov 2, 2026 Due Nov 16, 2026 Currency EUR',
    'From Video Ltd 1 Main Street Dublin billing@video.example Tax ID IE1234567T',
    'For Acme GmbH Wilhelmstraße 4 10117 Berlin Tax ID DE999999999',
    'Oct 1, 2026 to Oct 31, 2026, days in UTC',
    'Description Quantity Included Price Amount',
    'Plan €42.00 Pro, by the month €42.00',
    'Production €22.52 Delivered, 1080p 123,456.25 minutes 100,000 €0.00096 €22.52',
    'Without tax €64.52 VAT 7.5 % €4.84 Total €69.36',
    'Please pay to IE29 AIBK 9311 5212 3456 78.',
    'Video Ltd Invoice 42, page 1 of 1',
  ])
    expect(whole).toContain(part)
})

const inSteps = { quantity: 1100, included: 0, unit: 'views', unitMicros: null }

test('BILL-022 each step of a price is written below its line, with quantity, price and amount', async () => {
  const steps = [
    { description: 'First 100 views', quantity: 100, unitMicros: 2_000_000, amountCents: 200 },
    { description: 'Above 100 views', quantity: 1000, unitMicros: 10_123, amountCents: 10 },
  ]
  const lines = [aUsageLine({ usage: { ...inSteps, steps }, amountCents: 210 }), aUsageLine()]
  const whole = (await readPages(await writeInvoice(anInvoice({ lines }))))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  expect(whole).toContain(
    '1,100 views 0 €2.10 First 100 views 100 €0.02 €2.00 Above 100 views 1,000 €0.00010123 €0.10 Delivered, 1080p',
  )
  expect(whole).not.toContain('in steps')
})

test('a price with steps that were not kept, and a credit, are written as what they are', async () => {
  const lines = [
    aUsageLine({ usage: { ...inSteps, steps: null } }),
    aUsageLine({
      heading: 'Plan',
      description: 'Rest of Starter',
      usage: null,
      amountCents: -1234,
    }),
  ]
  const whole = (await readPages(await writeInvoice(anInvoice({ lines })))).join(' ')
  expect(whole).toContain('in steps')
  expect(whole).toContain('-€12.34')
})

const names = {
  English: 'Acme & Sons “Video” – 100 %',
  German: 'Größe Straße Ärzte',
  Polish: 'Łódź Żółć Gęślą Jaźń',
  Czech: 'Příliš žluťoučký kůň',
  Turkish: 'İstanbul Şığğ Öğüt',
  Romanian: 'Țară Școală Îndrăgit',
  Hungarian: 'Árvíztűrő tükörfúrógép',
  Icelandic: 'Þórður Æðey Ísland',
  Maltese: 'Ħamrun Żurrieq Ġgantija',
  Vietnamese: 'Nguyễn Thị Hường Đặng ịị ọọ ẹẹ ụụ ṃṃ ḿḿ',
  Yoruba: 'Ẹ̀kọ́ Ọ̀rọ̀',
  French: 'Œuvre d’été, ça ïle',
  Greek: 'Θεσσαλονίκη Αθήνα',
  'Ancient Greek': 'Ἑλλάς ᾠδή',
  Russian: 'Фильмы и Видео ООО',
  Ukrainian: 'Їжак Ґанок Єдність',
  Serbian: 'Љубљана Ђорђе Џеп',
  Kazakh: 'Қазақстан Өңір Ұлы',
  Japanese: '株式会社テスト、東京ビデオ（直骨）',
  Korean: '주식회사 한국 영상',
  'Simplified Chinese': '简体中文视频有限公司',
  'Traditional Chinese': '繁體中文視頻有限公司',
}

test.each(Object.entries(names))('a name in %s is read back letter for letter', async (_, name) => {
  expect(await readBuyer(name)).toBe(aTextWithoutSpaces(name.normalize('NFC')))
})

test('letters that come apart are written as one, and line ends as spaces', async () => {
  expect(await readBuyer('Łódź'.normalize('NFD'))).toBe('Łódź')
  expect(await readBuyer('Acme\nGmbH\t1')).toBe('AcmeGmbH1')
})

test.each([
  ['Arabic', 'شركة الفيديو', 'U+0634'],
  ['Hebrew', 'וידאו', 'U+05D5'],
  ['Thai', 'วิดีโอ', 'U+0E27'],
  ['an emoji', 'Film 🎬 Ltd', 'U+1F3AC'],
])('a name in %s is refused, with the letter that no font has', async (_, name, code) => {
  const refused = await writeInvoice(anInvoice({ buyer: { ...anInvoice().buyer, name } })).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(UnprintableText)
  expect((refused as UnprintableText).message).toContain(code)
  expect((refused as UnprintableText).message).toContain(`“${name}”`)
  expect((refused as UnprintableText).message).toContain('PLAYHEAD_INVOICE_FONT')
})

if (isLongRun())
  test('a long invoice repeats its titles and what it comes to on every page', async () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      aUsageLine({
        heading: `Environment ${Math.floor(index / 40)}`,
        description: `Line ${index}. ${'Delivered from here '.repeat(index % 3)}`,
        amountCents: 1000 + index * 7,
      }),
    )
    const invoice = anInvoice({ lines })
    const pages = await readPages(await writeInvoice(invoice))
    expect(pages.length).toBeGreaterThan(5)
    const linesOfPage = pages.map((page) =>
      Array.from(page.matchAll(/Line (\d+)\./g), ([, number]) => Number(number)),
    )
    expect(linesOfPage.flat()).toEqual(lines.map((_, index) => index))
    const sums = pages.map((_, index) =>
      linesOfPage
        .slice(0, index + 1)
        .flat()
        .reduce((sum, line) => sum + lines[line]!.amountCents, 0),
    )
    pages.forEach((page, index) => {
      const text = page.replaceAll(/\s+/g, ' ')
      const isLast = index === pages.length - 1
      const before = sums[index - 1]
      const expected = [
        `Invoice 42, page ${index + 1} of ${pages.length}`,
        'Description Quantity Included Price Amount',
        ...(before === undefined ? [] : [`Brought forward ${money(before, 'EUR')}`]),
        ...linesOfPage[index]!.map((line) => money(lines[line]!.amountCents, 'EUR')),
        isLast
          ? `Total ${money(invoice.totalCents, 'EUR')}`
          : `Carried forward ${money(sums[index]!, 'EUR')}`,
      ]
      for (const part of expected) expect(text).toContain(part)
    })
    expect(sums.at(-1)).toBe(invoice.subtotalCents)
  })

if (isLongRun())
  test('wherever the first page ends, no line and no total is lost or doubled', async () => {
    for (let count = 16; count <= 21; count += 1) {
      const lines = Array.from({ length: count }, () => aUsageLine())
      const pages = await readPages(await writeInvoice(anInvoice({ lines })))
      const text = pages.join(' ').replaceAll(/\s+/g, ' ')
      expect(text.match(/Delivered, 1080p/g)).toHaveLength(count)
      expect(text.match(/Total €/g)).toHaveLength(1)
    }
  })

test('the same invoice is the same bytes, whatever was written in between', async () => {
  const first = sha256(await writeInvoice(anInvoice()))
  await writeInvoice(anInvoice({ number: 43, notes: ['東京 Łódź'] }))
  expect(sha256(await writeInvoice(anInvoice()))).toBe(first)
  expect(sha256(await writeInvoice(anInvoice({ number: 43 })))).not.toBe(first)
})
