/** Characters that make up about half of what is written, from the most frequent on. */
const simplified =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运'
const traditional =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運嗎吧呢啊喔嘿誰妳'
const hangul =
  '이다는을에의가고하지로한사그도어나기자있일리인시아은대서들해만전부보정수를라과없거내그장제러게우여상성면주않생말것했요니까안마오세조구비국속적때원소공동년신무간경방습될당문중와으려모더식스같용실위바았었된분음알금선명관재학연민물반영회치남여물군외회연못뭐네야래죠저좀왜응잠깐람'

const isHiragana = (code: number) => code >= 0x3041 && code <= 0x309f
const isKatakana = (code: number) => code >= 0x30a0 && code <= 0x30ff
const isHalfWidth = (code: number) => code >= 0xff61 && code <= 0xff9f
const isHan = (code: number) => (code >= 0x4e00 && code <= 0x9fff) || code === 0x3005
const isHangul = (code: number) => code >= 0xac00 && code <= 0xd7a3

/** From 1 for what is frequent in the language to -1 for what is not part of it. */
type Weight = (letter: string, code: number) => number

const chinese = (frequent: string): Weight => {
  const known = new Set(frequent)
  return (letter, code) => (isHan(code) ? (known.has(letter) ? 1 : 0.2) : -1)
}

const knownHangul = new Set(hangul)

export interface Ideographs {
  language: string
  /** BCP 47 subtags of regions and scripts that are written with these encodings. */
  variants?: readonly string[]
  encodings: readonly string[]
  weigh: Weight
}

export const ideographs: readonly Ideographs[] = [
  {
    language: 'ja',
    encodings: ['shift_jis', 'euc-jp'],
    weigh: (_, code) => {
      if (isHiragana(code)) return 1
      if (isKatakana(code)) return 0.8
      if (isHalfWidth(code)) return 0.1
      return isHan(code) ? 0.3 : -1
    },
  },
  {
    language: 'zh',
    variants: ['hans', 'cn', 'sg'],
    encodings: ['gb18030'],
    weigh: chinese(simplified),
  },
  {
    language: 'zh',
    variants: ['hant', 'tw', 'hk', 'mo'],
    encodings: ['big5'],
    weigh: chinese(traditional),
  },
  {
    language: 'ko',
    encodings: ['euc-kr'],
    weigh: (letter, code) =>
      isHangul(code) ? (knownHangul.has(letter) ? 1 : 0.4) : isHan(code) ? 0 : -1,
  },
]
