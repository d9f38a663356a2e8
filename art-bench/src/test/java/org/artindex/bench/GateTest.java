package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GateTest {
    @Test
    void theMedianOfAnOddCountIsTheMiddleAndOfAnEvenCountTheMeanOfTwo() {
        assertThat(Rounds.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Rounds.median(new double[] {9, 1, 5, 2})).isEqualTo(3.5);
        assertThat(Rounds.median(new double[] {7})).isEqualTo(7);
    }

    @Test
    void theBoundIsTheLeastOfFiveToSevenValuesAndTheSecondOfEight() {
        assertThat(Rounds.lowerBoundOfMedian(new double[] {5, 4, 3, 2, 1})).isEqualTo(1);
        assertThat(Rounds.lowerBoundOfMedian(new double[] {7, 6, 5, 4, 3, 2, 1}))
                .isEqualTo(1);
        assertThat(Rounds.lowerBoundOfMedian(new double[] {8, 7, 6, 5, 4, 3, 2, 1}))
                .isEqualTo(2);
    }

    @Test
    void theBoundOfElevenValuesIsTheThird() {
        assertThat(Rounds.lowerBoundOfMedian(new double[] {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}))
                .isEqualTo(3);
    }

    @Test
    void aRatioIsTheMedianOfTheRatiosOfTheRoundsAndNotTheRatioOfMedians() {
        Gate.Ratio gate =
                new Gate.Ratio("W.hit", 0.5, new double[] {10, 100, 30}, "peer", new double[] {100, 200, 100});
        assertThat(gate.ratio()).isEqualTo(0.3, within(1e-9));
    }

    @Test
    void aRatioHoldsWhileItsBoundTouchesTheLimit() {
        double[] peers = {10, 10, 10, 10, 10};
        assertThat(new Gate.Ratio("W.hit", 0.2, new double[] {2, 3, 3, 3, 3}, "peer", peers).holds())
                .isTrue();
        assertThat(new Gate.Ratio("W.hit", 0.2, new double[] {2.1, 3, 3, 3, 3}, "peer", peers).holds())
                .isFalse();
    }

    @Test
    void aRatioOfUnequalRoundsIsRefused() {
        assertThatThrownBy(() -> new Gate.Ratio("W.hit", 0.2, new double[] {1}, "peer", new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesHoldUpToTheLimitAndNotBeyond() {
        assertThat(new Gate.Bytes("W.bytes", 38, 38, "").holds()).isTrue();
        assertThat(new Gate.Bytes("W.bytes", 38, 38.01, "").holds()).isFalse();
    }

    @Test
    void figuresAreWrittenAsTheGatesLineWantsThem() {
        assertThat(new Gate.Ratio("W.hit", 0.15, new double[] {1}, "peer", new double[] {8}).figure())
                .isEqualTo("ratio=0.125 limit=0.15");
        assertThat(new Gate.Bytes("W.bytes", 38, 33.2, "").figure()).isEqualTo("bytes=33.20 limit=38");
    }
}
