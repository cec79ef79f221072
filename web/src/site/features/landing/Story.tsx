// What the expo is: a first video, the steps from the hall ticket to the results, and more videos.
import { SampleTag } from '@/components/SampleTag';
import { event } from '@/content/event';
import { socialVideo, steps, videos } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { VideoFacade } from './VideoFacade';
import styles from './Story.module.css';

export function Story() {
  const own = contentOf('videos');
  return (
    <>
      {own !== 'none' && (
        <section className={styles.social} aria-label="The expo in a video">
          {own === 'sample' && <SampleTag />}
          <VideoFacade video={socialVideo} />
        </section>
      )}
      <section id="about" className={styles.about} aria-labelledby="about-heading">
        <p className={styles.kicker}>About the expo</p>
        <h2 id="about-heading" tabIndex={-1}>
          {event.tagline}
        </h2>
        <p className={styles.lead}>
          {event.dates}, {event.venue}. Colleges from across Kerala hold their scholarship exams side by side,
          and the people who teach there are ready to answer your questions.
        </p>
        <ol className={styles.steps}>
          {steps.map(({ title, when }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{when}</p>
            </li>
          ))}
        </ol>
      </section>
      {own !== 'none' && (
        <section className={styles.videos} aria-labelledby="videos-heading">
          <h2 id="videos-heading">See what to expect</h2>
          {own === 'sample' && <SampleTag />}
          <ul className={styles.row}>
            {videos.map((video) => (
              <li key={video.id}>
                <VideoFacade video={video} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
