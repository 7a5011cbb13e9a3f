/** Where words of somebody lean who speaks in words of their own, as the person does. */
export type Leaning = 'against' | 'for' | 'takes' | 'asks' | 'says' | 'nothing'

const against =
  /^(?:no|nope|nah)\b|\b(?:rather|disagree|against|instead|objections?|object|but|however|unless|doubt|worried|too (?:early|late|soon|risky|much)|not (?:yet|so|before|until|convinced|on|this|that|sure|good|ready|agree)|never|wait)\b|\b(?:do|does|did|would|can|could|should|will|must|is|are|am)(?: not\b|n['’]t\b)|\bcannot\b|\bcan['’]t\b|\bwon['’]t\b/i
const inFavour =
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|agreed|fine|good|right|so be it|\+1)\b|\b(?:i agree|we agree|agreed|i am for|i['’]m (?:for|in|with)|i am (?:in|with)|fine (?:with|by) me|sounds? (?:good|right|fine)|go along|works for me|(?:let us|let['’]?s) (?:do|go|ship)|good (?:plan|idea)|i support|i like)\b/i
const taking = /^(?:(?:and|so|then|ok(?:ay)?|yes),? )?i(?:['’]ll| will| shall| take)\b/i

/** How one sentence leans; who says yes and but says but. Words in a language that it does not know only say something. */
export function leaningOf(sentence: string): Leaning {
  if (sentence.endsWith('?')) return 'asks'
  if (against.test(sentence.replace(/\bno (?:objections?|doubt)\b|\bnot against\b/gi, 'agreed')))
    return 'against'
  if (taking.test(sentence)) return 'takes'
  if (inFavour.test(sentence) || /\bno objections?\b/i.test(sentence)) return 'for'
  return sentence.split(/\s+/).length < 4 ? 'nothing' : 'says'
}
