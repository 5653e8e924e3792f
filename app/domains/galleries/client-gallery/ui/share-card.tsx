import type { ShareCardView } from '../model'

/** What a program reads to show a card of a share link. A person who gets here can go on. */
export const ShareCard = ({ card: { title, sentence }, open }: { card: ShareCardView; open: string }) => (
  <div className="wrap nf">
    <div>
      <h1 className="d2">{title}</h1>
      <p className="lede ink2 nf__lede">{sentence}</p>
      <div className="hero__act">
        <a className="btn" href={open}>
          Open gallery
        </a>
      </div>
    </div>
  </div>
)
